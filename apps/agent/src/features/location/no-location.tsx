import { MapPinOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLocationState } from '../../platform/location/location.ts'

export function NoLocation({ address }: { address: string }) {
  const t = useTranslations('location')
  const { isDenied } = useLocationState()
  return (
    <>
      <div className="my-auto grid justify-items-center gap-4 text-center">
        <span className="grid size-20 place-items-center rounded-full bg-warning-soft text-warning-ink">
          <MapPinOff aria-hidden className="size-9" />
        </span>
        <h1 className="text-lg font-semibold text-balance">{t('denied')}</h1>
        <p className="text-ink-soft">{t(isDenied ? 'denied_help' : 'unavailable_help')}</p>
      </div>
      <bdi dir="ltr" className="rounded-2xl bg-sunken px-4 py-3 text-center break-all text-ink-soft select-all">
        {address}
      </bdi>
    </>
  )
}
