/** Reads the lists of the page again and again. The form above them is never touched. */
const page = document.querySelector('[data-watched]')

const isInUse = (list) => list.contains(document.activeElement)

async function refresh() {
  const response = await fetch(page.dataset.watched, { cache: 'no-store' })
  if (!response.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const list of document.querySelectorAll('[data-watch]')) {
    const next = fresh.getElementById(list.id)
    // Not while the user is on a button, which would be replaced.
    if (next && next.innerHTML !== list.innerHTML && !isInUse(list)) list.replaceWith(document.adoptNode(next))
  }
}

async function watch() {
  // Without an answer the page stays as it is; the server may be starting again.
  if (!document.hidden) await refresh().catch(() => {})
  setTimeout(() => void watch(), Number(page.dataset.everySeconds) * 1000)
}

setTimeout(() => void watch(), Number(page.dataset.everySeconds) * 1000)
