import { refusalTexts } from '../../refusal-texts/index.ts'
import account from './account.json' with { type: 'json' }
import agents from './agents.json' with { type: 'json' }
import app_texts from './app-texts.json' with { type: 'json' }
import approvals from './approvals.json' with { type: 'json' }
import audit from './audit.json' with { type: 'json' }
import bulk from './bulk.json' with { type: 'json' }
import channels from './channels.json' with { type: 'json' }
import charts from './charts.json' with { type: 'json' }
import choices from './choices.json' with { type: 'json' }
import destinations from './destinations.json' with { type: 'json' }
import list_views from './list-views.json' with { type: 'json' }
import log_in from './log-in.json' with { type: 'json' }
import map from './map.json' with { type: 'json' }
import money from './money.json' with { type: 'json' }
import operators from './operators.json' with { type: 'json' }
import partners from './partners.json' with { type: 'json' }
import rates from './rates.json' with { type: 'json' }
import reports from './reports.json' with { type: 'json' }
import risk from './risk.json' with { type: 'json' }
import rules from './rules.json' with { type: 'json' }
import settings from './settings.json' with { type: 'json' }
import shell from './shell.json' with { type: 'json' }
import transactions from './transactions.json' with { type: 'json' }
import watch from './watch.json' with { type: 'json' }

/** Texts of the frame and of several pages are in `shell`; each feature has a file of its own. */
export const english = {
  ...shell,
  account,
  agents,
  app_texts,
  approvals,
  audit,
  bulk,
  channels,
  charts: { ...charts, refusal: refusalTexts.en.labels },
  choices,
  destinations,
  list_views,
  log_in,
  map,
  money,
  operators,
  partners,
  rates,
  reports,
  risk,
  rules,
  settings,
  transactions,
  watch,
}
