import { type Queryable, sql } from '@cashbox/postgres/database'

export type Milestone = 'mail_tested' | 'backup_restored' | 'checklist_hidden'

export const noteMilestone = (db: Queryable, name: Milestone, at: Date, by: string) =>
  db.execute(sql`
    insert into milestone (name, reached_at, reached_by) values (${name}, ${at}, ${by})
    on conflict (name) do update set reached_at = excluded.reached_at, reached_by = excluded.reached_by`)
