import { Button, cn, IconButton, Notice, Spinner } from '@cashbox/ui'
import { CameraOff, Flashlight, FlashlightOff, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { switchTorch } from './camera.ts'
import { type ScannerState, useScanner } from './use-scanner.ts'

interface ScannerProps {
  readonly onFound: (transactionId: string) => void
  readonly onClose: () => void
}

/** The camera's picture, until it shows the code of a transaction. Typing and pasting stay possible beside it. */
export function Scanner({ onFound, onClose }: ScannerProps) {
  const t = useTranslations()
  const video = useRef<HTMLVideoElement>(null)
  const state = useScanner(video, { onFound, onHidden: onClose })
  if (state.kind === 'problem') {
    return (
      <Notice tone="warning" role="alert" icon={<CameraOff aria-hidden />} title={t('scan.no_camera')}>
        <p>{t(`scan.problem.${state.problem}`)}</p>
        <Button variant="secondary" className="mt-2" onClick={onClose}>
          {t('scan.type_instead')}
        </Button>
      </Notice>
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
        {state.kind === 'starting' ? t('scan.starting') : state.isForeign ? t('scan.foreign') : t('scan.hint')}
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
