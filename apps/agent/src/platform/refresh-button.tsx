import { useExplanation } from '@cashbox/client/failure-texts'
import { IconButton, type IconButtonProps } from '@cashbox/ui'
import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useRef } from 'react'
import { refreshWallets } from './session/user.ts'
import { notify } from './toasts.ts'

/** Has the server look for new top-ups, and reloads the user. */
export function RefreshButton(props: Pick<IconButtonProps, 'variant' | 'label'>) {
  const explain = useExplanation()
  const isRunning = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: refreshWallets,
    onError: (error) => notify('error', explain(error)),
    onSettled: () => {
      isRunning.current = false
    },
  })
  // A second quick press may come before the button is busy.
  const refresh = () => {
    if (isRunning.current) return
    isRunning.current = true
    mutate()
  }
  return (
    <IconButton {...props} isBusy={isPending} icon={<RotateCw aria-hidden className="size-5" />} onClick={refresh} />
  )
}
