import { ink } from '@cashbox/contract/app-page'
import { Notice } from '@cashbox/ui'
import { type BrandTokens, surfaces } from '@cashbox/ui/brand'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { isColor, judgeBrand } from './brand.ts'

/** What agents will see of a colour, by day, by night and in letters, and where it is hard to read. */
export function BrandPreview({ color }: { color: string }) {
  const t = useTranslations('settings.color')
  if (!isColor(color)) return null
  const { light, dark, whiteText, againstPage, lightened } = judgeBrand(color)
  return (
    <section aria-label={t('preview')} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-3">
        <Sample title={t('light')} card={surfaces.light.card} color={ink.light} look={light} />
        <Sample title={t('dark')} card={surfaces.dark.card} color={ink.dark} look={dark} />
        <Sample
          title={t('letter')}
          card="#ffffff"
          color={ink.light}
          look={{ brand: color, brandInk: '#ffffff', brandText: null }}
        />
      </div>
      {whiteText && <Warning text={t('white_unreadable', { ratio: whiteText })} />}
      {againstPage && <Warning text={t('pale', { ratio: againstPage })} />}
      {lightened && <p className="text-sm text-ink-soft">{t('lightened', { color: lightened })}</p>}
    </section>
  )
}

interface SampleProps {
  readonly title: string
  readonly card: string
  readonly color: string
  readonly look: Pick<BrandTokens, 'brand' | 'brandInk'> & { readonly brandText: string | null }
}

/** A picture of it, not a control: nothing in it can be pressed. */
function Sample({ title, card, color, look: { brand, brandInk, brandText } }: SampleProps) {
  const t = useTranslations('settings.color')
  return (
    <div
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-2xl border border-line p-4 sm:flex-col sm:items-start"
      style={{ background: card }}
    >
      <span className="text-sm max-sm:min-w-20" style={{ color }}>
        {title}
      </span>
      <button
        type="button"
        disabled
        aria-hidden
        data-sample
        className="inline-flex min-h-11 items-center rounded-2xl px-5 font-semibold"
        style={{ background: brand, color: brandInk }}
      >
        {t('button')}
      </button>
      {brandText && (
        <span aria-hidden className="font-semibold underline" style={{ color: brandText }}>
          {t('link')}
        </span>
      )}
    </div>
  )
}

const Warning = ({ text }: { text: string }) => (
  <Notice tone="warning" icon={<TriangleAlert aria-hidden />} title={text} />
)
