import type { Form } from '@cashbox/client/use-form'
import { searchPlaces } from '@cashbox/contract/operator'
import { Button, TextInput } from '@cashbox/ui'
import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { textsOf } from '../../platform/language/language.ts'
import { LazyMap } from '../../platform/map/map.tsx'
import { useMapSettings } from '../../platform/map/settings.ts'
import { call, useMay } from '../../platform/session/session.ts'
import type { PlaceValues } from './terms.ts'

const t = textsOf('map')

/** About a tenth of a metre. */
const DECIMALS = 6
const nothing = [] as const

interface AddressSearchProps {
  readonly onChoose: (place: { readonly geo_lat: string; readonly geo_lon: string }) => void
}

/** The circle can be dragged and resized; the fields and the circle follow each other. */
export function CircleMap({ form }: { form: Form<PlaceValues> }) {
  const t = useTranslations('map')
  const { geo_lat, geo_lon, geo_area } = form.values
  const [lat, lon, radiusM] = [geo_lat, geo_lon, geo_area].map((text) =>
    text.trim() === '' ? Number.NaN : Number(text),
  )
  const isPlaced = Math.abs(lat ?? Number.NaN) <= 90 && Math.abs(lon ?? Number.NaN) <= 180
  const edited = useMemo(
    () =>
      isPlaced
        ? {
            lat: lat ?? 0,
            lon: lon ?? 0,
            radiusM: Number.isFinite(radiusM) ? (radiusM ?? 0) : 0,
            moveLabel: t('move'),
            resizeLabel: t('resize'),
            onChange: (circle: { lat: number; lon: number; radiusM: number }) => {
              form.change('geo_lat', circle.lat.toFixed(DECIMALS))
              form.change('geo_lon', circle.lon.toFixed(DECIMALS))
              form.change('geo_area', String(circle.radiusM))
            },
          }
        : undefined,
    [isPlaced, lat, lon, radiusM, t, form],
  )
  return (
    <div className="grid gap-3">
      <AddressSearch
        onChoose={(place) => {
          form.change('geo_lat', place.geo_lat)
          form.change('geo_lon', place.geo_lon)
        }}
      />
      <LazyMap label={t('circle')} items={nothing} edited={edited} className="h-72" />
      <p className="text-sm text-ink-soft">{t('circle_help')}</p>
    </div>
  )
}

/** Hidden unless a geocoder is configured. */
function AddressSearch({ onChoose }: AddressSearchProps) {
  const id = useId()
  const [text, setText] = useState('')
  const maySearch = useMay(searchPlaces)
  const settings = useMapSettings()
  const search = useMutation({ mutationFn: (query: string) => call(searchPlaces, { query }) })
  if (!maySearch || !settings.data?.has_search) return null
  const start = () => text.trim() !== '' && search.mutate(text)
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        {t('address')}
      </label>
      <div className="flex gap-2">
        <TextInput
          id={id}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            start()
          }}
        />
        <Button
          variant="secondary"
          className="shrink-0"
          icon={<Search size={16} aria-hidden />}
          isBusy={search.isPending}
          onClick={start}
        >
          {t('search')}
        </Button>
      </div>
      <div role="status" className="grid gap-1">
        {(search.isError || search.data?.is_available === false) && t('search_away')}
        {search.data?.is_available && search.data.list.length === 0 && t('search_none')}
        {search.data?.list.map((place) => (
          <Button
            key={`${place.geo_lat} ${place.geo_lon} ${place.name}`}
            variant="ghost"
            className="justify-start text-start"
            onClick={() => onChoose(place)}
          >
            {place.name}
          </Button>
        ))}
      </div>
    </div>
  )
}
