import type { User } from '@cashbox/contract'
import { Row } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { useDictionaries } from '../../platform/dictionaries.ts'

interface UserProps {
  readonly user: User
}

export function ContactRows({ user }: UserProps) {
  const t = useTranslations('field')
  const { messengers } = useDictionaries()
  const messenger = messengers.find(({ code }) => code === user.messenger)
  return (
    <>
      <Row label={t('phone')} value={user.phone && <bdi dir="ltr">{user.phone}</bdi>} />
      <Row
        label={t('messenger')}
        value={
          <span className="flex items-center justify-end gap-2">
            {messenger ? (
              // On white, as the signs of some messengers can't be seen on the dark.
              <img src={messenger.image} alt={messenger.name} className="size-6 shrink-0 rounded-md bg-white p-0.5" />
            ) : (
              user.messenger
            )}
            <bdi dir="ltr" className="break-all">
              {user.messenger_id}
            </bdi>
          </span>
        }
      />
    </>
  )
}

export function PointRows({ user }: UserProps) {
  const t = useTranslations('field')
  const { countries } = useDictionaries()
  const country = countries.find(({ code }) => code === user.country_code)
  return (
    <>
      <Row label={t('country_code')} value={country?.name ?? user.country_code} />
      <Row label={t('city')} value={user.city && <bdi>{user.city}</bdi>} />
      <Row label={t('street')} value={user.street && <bdi>{user.street}</bdi>} />
    </>
  )
}
