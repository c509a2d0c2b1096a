import { FORMATS } from './formats.ts'

/** Reads the codes in a picture. */
export interface CodeReader {
  read(video: HTMLVideoElement): Promise<readonly string[]>
  close(): void
}

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface NativeDetectorClass {
  new (options: { formats: readonly string[] }): NativeDetector
  getSupportedFormats(): Promise<readonly string[]>
}

/** The browser's own reader where it knows our codes, else one in WebAssembly, which is fetched now. */
export async function openCodeReader(): Promise<CodeReader> {
  const Native = Reflect.get(window, 'BarcodeDetector') as NativeDetectorClass | undefined
  const known = (await Native?.getSupportedFormats().catch(() => [])) ?? []
  if (Native && FORMATS.every((format) => known.includes(format))) {
    const detector = new Native({ formats: FORMATS })
    return {
      read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
      close: () => {},
    }
  }
  return openWorker()
}

/**
 * In a worker, as reading a picture takes longer than a frame, and because only the worker's file may run WebAssembly:
 * the policy of the page stays as strict as it is.
 */
function openWorker(): CodeReader {
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module', name: 'scan' })
  const canvas = document.createElement('canvas')
  return {
    read: (video) =>
      new Promise((resolve, reject) => {
        const done = new AbortController()
        const settle = (texts: readonly string[] | null) => {
          done.abort()
          if (texts) resolve(texts)
          else reject(new Error('the code reader failed'))
        }
        const read = ({ data }: MessageEvent<{ texts: readonly string[] | null }>) => settle(data.texts)
        worker.addEventListener('message', read, { signal: done.signal })
        worker.addEventListener('error', () => settle(null), { signal: done.signal })
        const picture = pictureOf(video, canvas)
        worker.postMessage(picture, [picture.data.buffer])
      }),
    close: () => worker.terminate(),
  }
}

/** Enough for a code that fills half of the picture. */
const WIDEST = 960

function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData {
  const scale = Math.min(1, WIDEST / video.videoWidth)
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser can’t draw')
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
