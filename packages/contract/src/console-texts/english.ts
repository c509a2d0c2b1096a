import { refusalTexts } from '../refusal-texts/index.ts'
import en from './en.json' with { type: 'json' }

/** Without the other languages, for programs that need only this one. */
export const english = { ...en, charts: { ...en.charts, refusal: refusalTexts.en.labels } }
