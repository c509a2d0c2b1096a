-- What the role of `serve` and `work` may do where another role owns the tables: read everything, and write as below.
-- It can't change the tables or the rights, and what is only added to stays as it was written.
revoke all on all tables in schema public from :role;
grant usage on schema public to :role;
grant usage on all sequences in schema public to :role;
grant select on all tables in schema public to :role;

-- Only added to.
grant insert on
  entry, transfer, confirmation, reversal, topup_decision, agent_status_change, agent_note, audit_entry,
  backup, clock_jump, event_feed, installation, entry_by_kind, receipt, reconciliation_file, reconciliation_line, reconciliation_piece,
  terms_of_use
to :role;

-- Never removed.
grant insert, update on
  account, agent, alert_destination, change_request, channel, daily_total, email_change, event_feed_end, hash_key, hourly_flow_count, map_count, milestone, money_request, network_float, network_look, notice_setting, operator,
  operator_day, outbox_event, partner_key, perfect_money_order, player_service, player_transaction, push_key, rate, reconciliation_key, refusal_hour, refusal_of_partner,
  risk_signal, schedule, setting, topup, tron_address, tron_cursor, tron_other_token, tron_transaction, webhook_hour
to :role;

-- Removed with what they belong to, which asks for no right of its own.
grant insert, update on list_setting to :role;

-- The database takes it in a sandbox only.
grant update (moved_s) on installation to :role;

-- One row, which the migrations wrote.
grant update on audit_end, setting_version, network_state, risk_cursor to :role;

-- Kept for a time only, or counted anew.
grant insert, delete on
  hourly_flow, file_request, idempotency_key, network_agents, network_change, network_hour_change, partner_request, push_device, rate_taken, risk_event, topup_hour, unreadable_seal, used_captcha,
  webhook_attempt, withheld_choice
to :role;
grant insert, update, delete on
  alert_episode, alert_notification, channel_fee, job, list_view, mail_link, map_cell, network_day, network_hour, notice, open_transaction, operator_link, operator_passkey, operator_recovery_code,
  operator_session, partner_day, rate_limit, rate_refusal, refusal_of_agent, risk_trace, session, translation_override, verification
to :role;

-- Makes and drops months of `webhook_attempt`, as the owner of the tables.
grant execute on function make_attempt_months(), forget_attempts(timestamptz) to :role;
