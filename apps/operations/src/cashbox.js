#!/usr/bin/env node
// The command `cashbox`: reads the file .env of the folder it is called in, as the npm scripts do, and runs the program.
try {
  process.loadEnvFile?.()
} catch (error) {
  if (error.code !== 'ENOENT') throw error
}
await import('./main.js')
