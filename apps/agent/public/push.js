/* global self, clients */
/** Runs in the service worker: shows push messages, and leads to the screen that they are about. */

self.addEventListener('push', (event) => event.waitUntil(showMessage(event)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openScreen(event)))

const openWindows = () => clients.matchAll({ type: 'window', includeUncontrolled: true })

async function showMessage({ data }) {
  const { title, body, path, tag, lang, dir } = data.json()
  // An app that the agent is looking at has shown it already.
  if ((await openWindows()).some((window) => window.focused && window.visibilityState === 'visible')) return
  await self.registration.showNotification(title, {
    body,
    tag,
    lang,
    dir,
    icon: '/icons/icon-192.png',
    data: { path },
  })
}

async function openScreen({ notification }) {
  notification.close()
  const { path } = notification.data
  const [window] = await openWindows()
  if (window) {
    await window.focus()
    // Asked and not sent there: a reload would lose what is typed.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker takes none
    window.postMessage({ open: path })
  } else await clients.openWindow(path)
}
