import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'use-intl'

/** As a map on the web knows them. */
export function Coordinates({ lat, lon }: { lat: string | number; lon: string | number }) {
  const t = useTranslations('common')
  return (
    <a
      href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 text-brand-text underline tabular-nums"
    >
      {/* Latitude first, also where one reads from the right. */}
      <bdi dir="ltr">
        {lat}, {lon}
      </bdi>
      <ExternalLink size={14} aria-hidden className="shrink-0" />
      <span className="sr-only">{t('on_map')}</span>
    </a>
  )
}
