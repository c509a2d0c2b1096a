import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '@cashbox/testing/browser/chromium'
import { startBrowser } from '@cashbox/testing/browser/phone'
import type { Browser } from '@playwright/test'
import { encode } from 'uqr'
import { inject } from 'vitest'

const WIDTH = 640
const HEIGHT = 480
const MODULE_PX = 10
const [BLACK, WHITE, GREY] = [16, 235, 128]

/** A film of one picture: a QR code in the middle, in the uncompressed format that Chromium plays as a camera. */
function filmOf(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const [left, top] = [(WIDTH - size * MODULE_PX) / 2, (HEIGHT - size * MODULE_PX) / 2]
  const isDark = (x: number, y: number) =>
    data[Math.floor((y - top) / MODULE_PX)]?.[Math.floor((x - left) / MODULE_PX)] === true
  const light = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) if (isDark(x, y)) light[y * WIDTH + x] = BLACK
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`), light, colours])
}

/** A browser whose camera sees the QR code of this text. */
export async function startBrowserWithCamera(text: string): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-camera-'))
  const film = join(folder, 'camera.y4m')
  await writeFile(film, filmOf(text))
  const found = inject('chromium') ?? (await findChromium())
  // The light browser has no one to ask for permission, and refuses without the second flag.
  const flags = [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]
  const browser = await startBrowser({ ...found, args: [...found.args, ...flags] })
  return {
    browser,
    close: async () => {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
