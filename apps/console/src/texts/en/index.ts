import account from './account.json' with { type: 'json' }
import agents from './agents.json' with { type: 'json' }
import audit from './audit.json' with { type: 'json' }
import log_in from './log-in.json' with { type: 'json' }
import operators from './operators.json' with { type: 'json' }
import shell from './shell.json' with { type: 'json' }

/** What stands on the frame and on many pages is in `shell`; each feature has a file of its own. */
export const english = { ...shell, account, agents, audit, log_in, operators }
