import * as z from 'zod/mini'
import { endpoint, Nothing } from '../endpoint.ts'
import type { OperatorCall } from './roles.ts'

/** What a network needs before its first day, in this order. */
export const checklistSteps = [
  'second_factor',
  'channel',
  'rates',
  'partner',
  'mail',
  'backup',
  'verification',
] as const
export type ChecklistStep = (typeof checklistSteps)[number]

export const readChecklist = endpoint({
  method: 'GET',
  path: '/checklist',
  access: 'operator',
  summary: 'Read what is done and what is left of the first set-up.',
  input: Nothing,
  output: z.object({
    is_hidden: z.boolean(),
    steps: z.array(z.object({ name: z.enum(checklistSteps), is_done: z.boolean() })),
  }),
})

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/checklist/test-letter',
  access: 'operator',
  summary: 'Send a test letter to your own address. The step is done when the mail server has taken it.',
  input: Nothing,
  output: z.object({ to: z.string() }),
})

export const confirmBackup = endpoint({
  method: 'POST',
  path: '/checklist/backup',
  access: 'operator',
  summary: 'Confirm that you have seen a back-up restored.',
  input: Nothing,
  output: Nothing,
})

export const hideChecklist = endpoint({
  method: 'POST',
  path: '/checklist/hide',
  access: 'operator',
  summary: 'Hide the checklist for all admins.',
  input: Nothing,
  output: Nothing,
})

export const checklistCalls: readonly OperatorCall[] = [
  [readChecklist, ['admin']],
  [sendTestMail, ['admin']],
  [confirmBackup, ['admin']],
  [hideChecklist, ['admin']],
]
