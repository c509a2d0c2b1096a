// JavaScript that old versions of Node can read too, so that they are told what is wrong. And Node would load its whole
// TypeScript compiler for this one file, before the cache below is there.
const NEEDED = [24, 0]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    `Cashbox needs Node ${NEEDED[0]} or newer, and this is Node ${process.versions.node}. In its folder "npm ci" brings the right one, which "npm start" and "npx cashbox" use.\n`,
  )
  process.exit(1)
}

const { enableCompileCache, flushCompileCache } = await import('node:module')
const { join } = await import('node:path')
const { setFlagsFromString } = await import('node:v8')

// Node strips the types of 700 modules and compiles them at each start, unless it finds what it made of them before.
// In the installation's own folder, where no other user of the machine can put something else.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/cashbox'))

const [command, ...args] = process.argv.slice(2)
if (command === '--version') {
  const { version } = await import('@cashbox/server/platform/log/version')
  process.stdout.write(`${version}\n`)
  process.exit(0)
}
if (command === undefined || command === 'help' || process.argv.includes('--help') || process.argv.includes('-h')) {
  const { helpFor } = await import('./command-line/help.ts')
  process.stdout.write(`${helpFor(command === 'help' ? args[0] : command)}\n`)
  process.exit(0)
}

// What is loaded now stays: room for new objects would grow to 50 MB, and be kept, without one of them going away.
setFlagsFromString('--semi-space-growth-factor=1')

const { exitCodeOf, explainFailure, runProgram } = await import('./program.ts')
try {
  await runProgram(command, args)
  setFlagsFromString('--semi-space-growth-factor=2')
  // Now, because a process that is killed later writes nothing.
  flushCompileCache()
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exit(exitCodeOf(error))
}
