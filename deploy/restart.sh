#!/bin/sh
# Restarts the processes of this machine one at a time, so that one always serves; `systemctl restart 'cashbox-*'` stops
# all of them at once. Run it as root after a change of /etc/cashbox/env.
#
#   /opt/cashbox/deploy/restart.sh [UNIT…]
set -eu

here=$(dirname "$(dirname "$(readlink -f "$0")")")
node=${CASHBOX_NODE:-$here/node/bin/node}
settings=${CASHBOX_SETTINGS:-/etc/cashbox/env}
seconds=${CASHBOX_READY_SECONDS:-60}
CASHBOX_METRICS_TOKEN=$(sed -n 's/^CASHBOX_METRICS_TOKEN=//p' "$settings")
export CASHBOX_METRICS_TOKEN

# Another program can answer on the port, even with "ready". Only a process with these settings accepts the token.
probe='
const [port] = process.argv.slice(1)
const read = (path, token) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(5000) })
Promise.all([read("/readyz", ""), read("/metrics", process.env.CASHBOX_METRICS_TOKEN), read("/metrics", "not-the-token")])
  .then(async ([ready, ours, others]) => {
    process.exit(ready.ok && ours.ok && !others.ok && (await ours.text()).includes("cashbox_") ? 0 : 1)
  })
  .catch(() => process.exit(1))'

[ $# -gt 0 ] || set -- $(systemctl list-units --plain --no-legend 'cashbox-serve@*' 'cashbox-work@*' | awk '{ print $1 }')
isFirst=yes
for unit in "$@"; do
  # nginx leaves a process alone for ten seconds after it took no connection.
  case $unit in cashbox-serve@*) [ $isFirst = yes ] || sleep "${CASHBOX_PAUSE_SECONDS:-11}"; isFirst=no ;; esac
  systemctl restart "$unit"
  port=${unit#*@}
  port=${port%.service}
  tries=0
  until systemctl is-active -q "$unit" && "$node" -e "$probe" "$port"; do
    tries=$((tries + 1))
    [ $tries -lt "$seconds" ] || {
      journalctl -n 20 --no-pager -u "$unit" >&2 || true
      echo "$unit is not ready after $seconds seconds, or another program has port $port." >&2
      exit 1
    }
    sleep 1
  done
  echo "$unit is ready"
done
