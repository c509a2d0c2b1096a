import { createCaptcha } from '@cashbox/client/captcha'
import { getCaptcha } from '@cashbox/contract'
import { call } from './call.ts'

export const { setUp: setUpCaptcha, solve: solveCaptcha } = createCaptcha((action) =>
  call(getCaptcha, action ? { action } : {}, { ignoreErrors: true }),
)
