import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import type { SendMailOptions } from 'nodemailer'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stylesheet } from '../page/layout.ts'
import { openMailFolder } from './mail-folder.ts'
import { mailPages } from './mail-pages.ts'
import type { MailInbox } from './start-mail-inbox.ts'
import { startMailInbox } from './start-mail-inbox.ts'

let directory: string
let inbox: MailInbox
let app: FastifyInstance

beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'cashbox-mail-')), 'inbox')
  await open()
})

afterEach(async () => {
  await close()
  await rm(join(directory, '..'), { recursive: true })
})

async function open(): Promise<void> {
  inbox = await startMailInbox({ directory })
  app = fastify()
  // What the server sends for every page; the mail's HTML part must replace it, not add to it.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'self'; style-src 'self'")
  })
  await app.register(stylesheet, { prefix: '/sandbox' })
  await app.register(mailPages(inbox), { prefix: '/sandbox' })
}

async function close(): Promise<void> {
  await app.close()
  await inbox.close()
}

const mail = { from: 'Cashbox <no-reply@cashbox.test>', to: 'agent@example.com', subject: 'Verify', text: 'Hello' }

function send(message: SendMailOptions = {}) {
  return createTransport(inbox.smtpUrl).sendMail({ ...mail, ...message })
}

function get(path: string) {
  return app.inject({ url: `/sandbox${path}` })
}

async function sendAndFindId(message: SendMailOptions = {}): Promise<string> {
  await send(message)
  const [newest] = await inbox.list()
  if (!newest) throw new Error('The message did not arrive')
  return newest.id
}

/** Speaks SMTP by hand up to and including `body`, which says itself whether it ends. */
function sendRaw(body: string, { hangUp }: { hangUp: boolean }): Promise<string> {
  const { hostname, port } = new URL(inbox.smtpUrl)
  const commands = ['EHLO test', 'MAIL FROM:<a@example.com>', 'RCPT TO:<b@example.com>', 'DATA']
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let lastReply = ''
    socket
      .setEncoding('utf8')
      .on('error', reject)
      .on('close', () => resolve(lastReply))
    socket.on('data', (reply: string) => {
      lastReply = reply
      const command = commands.shift()
      if (command) socket.write(`${command}\r\n`)
      else if (!reply.startsWith('354')) socket.end()
      else socket.write(body, () => hangUp && socket.destroy())
    })
  })
}

test('a message is in the inbox as soon as the sender learns that it was accepted', async () => {
  const before = Math.floor(Date.now() / 1000)
  await send({
    text: 'Open https://cashbox.test/auth/login?hash=a1&type=email. Or (http://cashbox.test/b).\nAgain: http://cashbox.test/b, <https://cashbox.test/c_(d)>',
    html: '<p>Open</p>',
  })

  const [message, ...others] = await inbox.list()
  expect(others).toEqual([])
  expect(message).toMatchObject({
    from: 'Cashbox <no-reply@cashbox.test>',
    to: ['agent@example.com'],
    subject: 'Verify',
    html: expect.stringContaining('<p>Open</p>'),
    links: [
      'https://cashbox.test/auth/login?hash=a1&type=email',
      'http://cashbox.test/b',
      'https://cashbox.test/c_(d)',
    ],
  })
  expect(message?.received_at).toBeGreaterThanOrEqual(before)
  expect(await inbox.read(message?.id ?? '')).toEqual(message)
})

test('a message without an HTML part has none', async () => {
  await send()
  expect((await inbox.list())[0]).toMatchObject({ text: expect.stringContaining('Hello'), html: null, links: [] })
})

test('recipients are those the mail was delivered to, hidden ones too, and not those its headers name', async () => {
  await send({ bcc: 'hidden@example.com', headers: { 'X-Envelope-To': 'forged@example.com' } })
  expect((await inbox.list())[0]?.to).toEqual(['agent@example.com', 'hidden@example.com'])
})

test('messages are listed newest first, and never more than 200', async () => {
  const folder = await openMailFolder(directory)
  const subjects = Array.from({ length: 205 }, (_, index) => `${index}`)
  await Promise.all(subjects.map((subject) => folder.save(Buffer.from(`Subject: ${subject}\r\n\r\n`))))
  expect((await inbox.list()).map((message) => message.subject)).toEqual(subjects.toReversed().slice(0, 200))
})

test('messages of one instant keep the order in which they came', async () => {
  const folder = await openMailFolder(directory)
  const subjects = Array.from({ length: 20 }, (_, index) => `${index}`)
  await Promise.all(subjects.map((subject) => folder.save(Buffer.from(`Subject: ${subject}\r\n\r\n`))))
  expect((await inbox.list()).map((message) => message.subject)).toEqual(subjects.toReversed())
})

test('mail survives a restart on the same directory', async () => {
  await send({ subject: 'Before' })
  const before = await inbox.list()
  await close()
  await open()
  expect(await inbox.list()).toEqual(before)

  await send({ subject: 'After' })
  expect((await inbox.list()).map((message) => message.subject)).toEqual(['After', 'Before'])
})

test('a file that is not a message of ours, or cannot be read, hides no other', async () => {
  await send()
  await mkdir(join(directory, '9999999999999-00000000.eml'))
  await writeFile(join(directory, '9999999999998-00000000.tmp'), 'half a mess')
  await writeFile(join(directory, 'notes.eml'), 'Subject: not ours\r\n\r\n')

  expect(await inbox.list()).toHaveLength(1)
  expect((await get('/mail/9999999999999-00000000')).statusCode).toBe(404)
  expect((await get('/mail/notes')).statusCode).toBe(404)
})

test('a message over 2 MiB is refused and not kept', async () => {
  const huge = 'x'.repeat(70).concat('\r\n').repeat(30_000)
  await expect(send({ text: huge })).rejects.toMatchObject({ responseCode: 552 })
  expect(await sendRaw(`Subject: huge\r\n\r\n${huge}.\r\n`, { hangUp: false })).toMatch(/^552 /)
  expect(await readdir(directory)).toEqual([])

  await send({ subject: 'Small' })
  expect(await inbox.list()).toHaveLength(1)
})

test('a sender that hangs up in the middle of a message leaves nothing behind', async () => {
  await sendRaw('Subject: half\r\n\r\nHello', { hangUp: true })
  await sleep(50)
  await expect.poll(() => readdir(directory)).toEqual([])

  await send()
  expect(await inbox.list()).toHaveLength(1)
})

test('closing does not wait for a sender that keeps its connection', async () => {
  const transport = createTransport({ url: inbox.smtpUrl, pool: true })
  await transport.sendMail(mail)
  const started = performance.now()
  await inbox.close()
  expect(performance.now() - started).toBeLessThan(10_000)
  transport.close()
})

test('a port that is taken is an error of the start', async () => {
  const { port } = new URL(inbox.smtpUrl)
  await expect(startMailInbox({ directory, port: Number(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('an empty inbox says so and looks again by itself', async () => {
  const page = await get('/mail')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('No mail yet')
  expect(page.body).toContain('<meta http-equiv="refresh" content="5">')
  expect(page.body).toContain('<a class="button" href="/sandbox/mail">Reload</a>')
})

test('the list leads to the message, and the message to its links and parts', async () => {
  const id = await sendAndFindId({ text: 'https://cashbox.test/a?b=1&c=2', html: '<p>Hi</p>' })

  expect((await get('/mail')).body).toContain(`href="/sandbox/mail/${id}"`)
  const page = await get(`/mail/${id}`)
  expect(page.body).toContain('<a href="https://cashbox.test/a?b=1&amp;c=2">https://cashbox.test/a?b=1&amp;c=2</a>')
  expect(page.body).toContain(
    `sandbox="allow-popups allow-popups-to-escape-sandbox" src="/sandbox/mail/${id}/html"></iframe>`,
  )
})

test('pages keep to a policy without inline style or script', async () => {
  const id = await sendAndFindId({ html: '<p style="color: red">Hi</p>' })
  for (const path of ['/mail', `/mail/${id}`, '/mail/unknown']) {
    const { body } = await get(path)
    expect(body).toContain('<link rel="stylesheet" href="/sandbox/sandbox.css">')
    expect(body).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)
  }
  const stylesheet = await get('/sandbox.css')
  expect(stylesheet.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(stylesheet.body).toContain('prefers-color-scheme:dark')
})

test('everything a sender writes is shown as text', async () => {
  const hostile = `<script>alert("1")</script><img src=x onerror='alert(2)'>`
  const id = await sendAndFindId({
    subject: hostile,
    from: { name: hostile, address: 'evil@example.com' },
    text: `</pre>${hostile} https://evil.test/"onclick="alert(3)`,
  })

  for (const path of ['/mail', `/mail/${id}`]) {
    const { body } = await get(path)
    expect(body).toContain(
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(2)&#39;&gt;',
    )
    expect(body).not.toMatch(/<script|<img|"onclick/)
  }
  expect((await get(`/mail/${id}`)).body.match(/<\/pre>/g)).toHaveLength(1)
})

test('the HTML part is served as sent, under a policy that lets it run and load nothing', async () => {
  const id = await sendAndFindId({ html: '<p>Hi</p><script>alert(1)</script>' })
  const part = await get(`/mail/${id}/html`)
  expect(part.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(part.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'",
  )
  expect(part.body).toContain('<p>Hi</p><script>alert(1)</script>')
})

test('a message without an HTML part has no HTML page', async () => {
  const id = await sendAndFindId()
  expect((await get(`/mail/${id}/html`)).statusCode).toBe(404)
  expect((await get(`/mail/${id}`)).body).not.toContain('<iframe')
})

test.each([
  '..%2f..%2fetc%2fpasswd',
  '..%2finbox%2f1700000000000-00000000',
  '..%5c..%5csecret',
  '%2e%2e%2fsecret',
  '1700000000000-00000000%00',
  '1700000000000-00000000%0a',
  '1700000000000-00000000.eml',
  '1700000000000-00000000',
  'secret',
])('an id that is not one of ours is not found: %s', async (id) => {
  await writeFile(join(directory, '..', 'secret.eml'), 'Subject: secret\r\n\r\nsecret')
  for (const path of [`/mail/${id}`, `/mail/${id}/html`]) {
    const page = await get(path)
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('Message not found')
  }
  expect(await inbox.read(decodeURIComponent(id))).toBeNull()
})

test('mail.json lists everything, or what went to one address in any case', async () => {
  await send({ to: 'Ann@Example.com', subject: 'For Ann' })
  await send({ to: 'ben@example.com', subject: 'For Ben' })

  expect((await get('/mail.json')).json()).toEqual(await inbox.list())
  const forAnn = (await get('/mail.json?to=aNN@example.COM')).json()
  expect(forAnn.map((message: { subject: string }) => message.subject)).toEqual(['For Ann'])
  expect((await get('/mail.json?to=unknown@example.com')).json()).toEqual([])
})

test('mail.json gives a page at a time, with the address of the next one', async () => {
  for (const subject of ['1', '2', '3', '4', '5']) await send({ subject })
  const subjects: string[] = []
  let next: string | undefined = '/mail.json?limit=2&to=agent@example.com'
  while (next) {
    const answer = await get(next)
    subjects.push(...answer.json().map((message: { subject: string }) => message.subject))
    next = /<\/sandbox([^>]*)>; rel="next"/.exec(String(answer.headers.link))?.[1]
  }
  expect(subjects).toEqual(['5', '4', '3', '2', '1'])
})

test('of a thousand letters a page is given, and one is found by its address', async () => {
  const letter = (to: string) => `X-Envelope-To: <${to}>\r\nSubject: x\r\nTo: ${to}\r\n\r\nHello\r\n`
  await Promise.all(
    Array.from({ length: 1000 }, (_, count) => {
      const to = count === 100 ? 'rare@example.com' : 'agent@example.com'
      return writeFile(join(directory, `${1_700_000_000_000 + count}-00000000.eml`), letter(to))
    }),
  )
  expect((await get('/mail.json')).json()).toHaveLength(50)
  expect((await get('/mail.json?limit=100000')).json()).toHaveLength(200)
  expect((await get('/mail.json?to=Rare@example.com')).json()).toMatchObject([{ to: ['rare@example.com'] }])
})
