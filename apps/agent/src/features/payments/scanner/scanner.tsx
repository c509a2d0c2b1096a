import { logFailure } from '@cashbox/client/log'
import { Button, Callout, cn, IconButton, Spinner } from '@cashbox/ui'
import { CameraOff, Flashlight, FlashlightOff, X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  type CameraProblem,
  closeCamera,
  FORMATS,
  hasTorch,
  missingCamera,
  openCamera,
  problemOf,
  switchTorch,
} from './camera.ts'
import { type CodeKind, readCode } from './key-scanner.ts'

interface ScannerProps {
  readonly kind: CodeKind
  readonly onFound: (id: string) => void
  readonly onClose: () => void
}

export function Scanner({ kind, onFound, onClose }: ScannerProps) {
  const t = useTranslations()
  const video = useRef<HTMLVideoElement>(null)
  const state = useScanner(video, { kind, onFound, onHidden: onClose })
  if (state.kind === 'problem') {
    return (
      <Callout tone="warning" role="alert" icon={<CameraOff aria-hidden />} title={t('scan.no_camera')}>
        <p>{t(`scan.problem.${state.problem}`)}</p>
        <Button variant="secondary" className="mt-2" onClick={onClose}>
          {t('scan.type_instead')}
        </Button>
      </Callout>
    )
  }
  return (
    <div className="grid gap-2">
      <div className="relative overflow-hidden rounded-2xl bg-scrim text-white">
        <video
          ref={video}
          muted
          playsInline
          aria-label={t('scan.picture')}
          className={cn('aspect-4/3 w-full object-cover', state.kind === 'starting' && 'opacity-0')}
        />
        {state.kind === 'starting' && <Spinner className="absolute inset-0 items-center justify-center" />}
        <div aria-hidden className="pointer-events-none absolute inset-8 rounded-2xl border-2 border-white/80" />
        <div className="absolute inset-x-2 bottom-2 flex justify-end gap-2">
          <Torch state={state} />
          <IconButton
            label={t('scan.stop')}
            icon={<X aria-hidden className="size-6" />}
            className="bg-scrim/70 text-white hover:bg-scrim hover:text-white focus-visible:outline-white"
            onClick={onClose}
          />
        </div>
      </div>
      <p role="status" className="min-h-6 text-center text-ink-soft">
        {state.kind === 'starting' ? t('scan.starting') : state.isForeign ? t(`scan.foreign_${kind}`) : t('scan.hint')}
      </p>
    </div>
  )
}

function Torch({ state }: { state: ScannerState }) {
  const t = useTranslations('scan')
  const [isOn, setOn] = useState(false)
  if (state.kind !== 'looking' || !state.hasTorch) return null
  const Icon = isOn ? FlashlightOff : Flashlight
  const toggle = () =>
    switchTorch(state.stream, !isOn).then(
      () => setOn(!isOn),
      () => {},
    )
  return (
    <IconButton
      label={isOn ? t('torch_off') : t('torch_on')}
      icon={<Icon aria-hidden className="size-6" />}
      className="bg-scrim/70 text-white hover:bg-scrim hover:text-white focus-visible:outline-white"
      onClick={() => void toggle()}
    />
  )
}

type ScannerState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'looking'; readonly stream: MediaStream; readonly hasTorch: boolean; readonly isForeign: boolean }
  | { readonly kind: 'problem'; readonly problem: CameraProblem }

const LOOK_EVERY_MS = 120

/** Shows the camera in the video and reads codes until it finds an ID. Ends when the page is hidden. */
function useScanner(
  video: RefObject<HTMLVideoElement | null>,
  { kind, onFound, onHidden }: { kind: CodeKind; onFound: (id: string) => void; onHidden: () => void },
): ScannerState {
  const [state, setState] = useState<ScannerState>({ kind: 'starting' })
  const found = useEffectEvent(onFound)
  const hidden = useEffectEvent(onHidden)
  useEffect(() => {
    const stop = new AbortController()
    document.addEventListener('visibilitychange', () => document.hidden && hidden(), { signal: stop.signal })
    void scan(video, { kind, stop: stop.signal, onState: setState, onFound: (id) => found(id) })
    return () => stop.abort()
  }, [video, kind])
  return state
}

interface Scan {
  readonly kind: CodeKind
  readonly stop: AbortSignal
  readonly onState: (state: ScannerState) => void
  readonly onFound: (id: string) => void
}

async function scan(video: RefObject<HTMLVideoElement | null>, { kind, stop, onState, onFound }: Scan) {
  const missing = missingCamera()
  if (missing) return onState({ kind: 'problem', problem: missing })
  try {
    const stream = await openCamera()
    endWith(stop, () => closeCamera(stream))
    const reader = await openCodeReader()
    endWith(stop, () => reader.close())
    const screen = video.current
    if (stop.aborted || !screen) return undefined
    screen.srcObject = stream
    await screen.play()
    const looking = { kind: 'looking', stream, hasTorch: hasTorch(stream) } as const
    onState({ ...looking, isForeign: false })
    while (!stop.aborted) {
      const texts = screen.videoWidth > 0 ? await reader.read(screen) : []
      const id = texts.map((text) => readCode(text, kind)).find((code) => code !== null)
      if (stop.aborted) return undefined
      if (id) return onFound(id)
      // Another code: tell the agent that it was read.
      if (texts.length > 0) onState({ ...looking, isForeign: true })
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  } catch (error) {
    if (stop.aborted) return undefined
    logFailure('the camera could not be used', error)
    onState({ kind: 'problem', problem: problemOf(error) })
  }
  return undefined
}

/** Releases a camera that is granted after the scanner was closed. */
function endWith(stop: AbortSignal, end: () => void) {
  if (stop.aborted) end()
  else stop.addEventListener('abort', end)
}

interface CodeReader {
  read(video: HTMLVideoElement): Promise<readonly string[]>
  close(): void
}

interface NativeDetectorClass {
  new (options: {
    formats: readonly string[]
  }): {
    detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
  }
  getSupportedFormats(): Promise<readonly string[]>
}

/** The browser's own reader if it supports our codes, else one in WebAssembly. */
async function openCodeReader(): Promise<CodeReader> {
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

/** In a worker: reading takes longer than a frame, and the page's CSP doesn't allow WebAssembly. */
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

/** Pixels; enough for a code that fills half of the picture. */
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
