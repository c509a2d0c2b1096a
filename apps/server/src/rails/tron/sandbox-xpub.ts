/** m/44'/195'/0' of the mnemonic "abandon … about": known to everyone, for the sandbox only, never to be funded. */
export const SANDBOX_XPUB =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd'
