import { explainFailure } from '@cashbox/client/explain-failure'
import { IconButton, type IconButtonProps } from '@cashbox/ui'
import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { refreshWallets } from '../../platform/session/user.ts'
import { notify } from '../../platform/toasts.ts'

/** Asks the server for the agent as they are now. */
export function RefreshButton({ variant }: Pick<IconButtonProps, 'variant'>) {
  const t = useTranslations('dashboard')
  const tError = useTranslations('error')
  const isRunning = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: refreshWallets,
    onError: (error) => notify('error', explainFailure(error, tError)),
    onSettled: () => {
      isRunning.current = false
    },
  })
  // The second of two quick presses comes before the button is drawn as busy.
  const refresh = () => {
    if (isRunning.current) return
    isRunning.current = true
    mutate()
  }
  return (
    <IconButton
      variant={variant}
      label={t('refresh')}
      isBusy={isPending}
      icon={<RotateCw aria-hidden className="size-5" />}
      onClick={refresh}
    />
  )
}
