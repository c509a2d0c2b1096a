import { useEffect, useEffectEvent, useId } from 'react'

/** In the state of a history entry: which sheet is open on it. */
const OPEN_SHEET = 'openSheet'

interface Place {
  readonly state: unknown
  readonly address: string
}

interface OpenSheet {
  readonly id: string
  readonly place: Place
  /** The Back button was pressed. False: the sheet stays. */
  readonly onBack: () => boolean
}

/** The sheets that are open, the one on top last. Each has an entry in the browser's history. */
const openSheets: OpenSheet[] = []

const sheetOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null ? Reflect.get(state, OPEN_SHEET) : undefined

const currentPlace = (): Place => ({ state: window.history.state, address: window.location.href })

const addEntry = ({ state, address }: Place) => window.history.pushState(state, '', address)

/** Going back takes the browser a moment. Where the page went meanwhile, as when a link is pressed at once. */
let wentMeanwhile: Place | undefined
/** The closed sheet whose entry is being left. */
let leaving: unknown

/** Takes the entry of a closed sheet off the history, once. */
function goBack() {
  const closed = sheetOf(window.history.state)
  if (closed === leaving) return
  leaving = closed
  window.history.back()
}

/** The router tells of each new entry by these events. */
function onNewEntry() {
  if (leaving !== undefined) wentMeanwhile = currentPlace()
}

function onPopState() {
  const place = wentMeanwhile
  leaving = undefined
  wentMeanwhile = undefined
  const arrived = sheetOf(window.history.state)
  const isStale = arrived !== undefined && !openSheets.some(({ id }) => id === arrived)
  if (place) window.history[isStale ? 'replaceState' : 'pushState'](place.state, '', place.address)
  // The entry of a sheet that was closed in another way, as before a link was followed.
  else if (isStale) goBack()
  else closeAbove(arrived)
}

/** A sheet that stays keeps the sheets and the page beneath it, however far back the browser went. */
function closeAbove(arrived: unknown) {
  const above = openSheets.slice(openSheets.findIndex(({ id }) => id === arrived) + 1)
  const top = above.findLastIndex(({ onBack }) => !onBack())
  for (const { place } of above.slice(0, top + 1)) addEntry(place)
}

function watchHistory() {
  // Added once: the browser ignores a listener that it has already.
  // The apps send this event before the router hears of a popstate, so that it never shows a page that is only passed through.
  window.addEventListener('beforepopstate', onPopState)
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
    const { state, address } = currentPlace()
    const place = { state: { ...(state as object), [OPEN_SHEET]: id }, address }
    const sheet: OpenSheet = { id, place, onBack }
    openSheets.push(sheet)
    addEntry(place)
    return () => {
      openSheets.splice(openSheets.indexOf(sheet), 1)
      // Later: a link that closed the sheet has then been followed, and its entry must stay.
      setTimeout(() => {
        if (sheetOf(window.history.state) === id && !openSheets.some((open) => open.id === id)) goBack()
      })
    }
  }, [isOpen, id])
}
