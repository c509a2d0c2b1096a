import { useEffect, useEffectEvent, useId } from 'react'

/** In the state of a history entry: which sheet is open on it. */
const OPEN_SHEET = 'openSheet'

interface OpenSheet {
  readonly id: string
  /** The Back button was pressed. False: the sheet stays. */
  readonly onBack: () => boolean
}

/** The sheets that are open, the one on top last. Each has an entry in the browser's history. */
const openSheets: OpenSheet[] = []

const sheetOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null ? Reflect.get(state, OPEN_SHEET) : undefined

const addEntry = (id: string) => window.history.pushState({ ...(window.history.state as object), [OPEN_SHEET]: id }, '')

interface Place {
  readonly state: unknown
  readonly address: string
}

/** Going back takes the browser a moment. Where the page went meanwhile, as when a link is pressed at once. */
let wentMeanwhile: Place | undefined
let isGoingBack = false

/** Takes the entry of a closed sheet off the history. */
function goBack() {
  isGoingBack = true
  window.history.back()
}

/** The router tells of each new entry by these events. */
function onNewEntry() {
  if (isGoingBack) wentMeanwhile = { state: window.history.state, address: window.location.href }
}

function onPopState() {
  const place = wentMeanwhile
  isGoingBack = false
  wentMeanwhile = undefined
  const arrived = sheetOf(window.history.state)
  const isStale = arrived !== undefined && !openSheets.some(({ id }) => id === arrived)
  if (place) window.history[isStale ? 'replaceState' : 'pushState'](place.state, '', place.address)
  // The entry of a sheet that was closed in another way, as before a link was followed.
  else if (isStale) goBack()
  else closeAbove(arrived)
}

function closeAbove(arrived: unknown) {
  const place = openSheets.findIndex(({ id }) => id === arrived)
  for (const { id, onBack } of openSheets.slice(place + 1).toReversed()) if (!onBack()) addEntry(id)
}

function watchHistory() {
  // Added once: the browser ignores a listener that it has already.
  // Before the router's own, so that it never shows the page that is only passed through.
  window.addEventListener('popstate', onPopState, { capture: true })
  window.addEventListener('pushState', onNewEntry)
  window.addEventListener('replaceState', onNewEntry)
}

/** Lets the Back button of a phone close an open sheet and not leave the page beneath it. */
export function useBackCloses(isOpen: boolean, isDismissable: boolean, onClose: () => void): void {
  const id = useId()
  const onBack = useEffectEvent(() => {
    if (isDismissable) onClose()
    return isDismissable
  })
  useEffect(() => {
    if (!isOpen) return undefined
    watchHistory()
    const sheet: OpenSheet = { id, onBack }
    openSheets.push(sheet)
    addEntry(id)
    return () => {
      openSheets.splice(openSheets.indexOf(sheet), 1)
      // Later: a link that closed the sheet has then been followed, and its entry must stay.
      setTimeout(() => {
        if (sheetOf(window.history.state) === id && !openSheets.some((open) => open.id === id)) goBack()
      })
    }
  }, [isOpen, id])
}
