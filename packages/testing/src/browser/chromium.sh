#!/bin/sh
# Starts CASHBOX_CHROMIUM; what it prints goes to a file, where a test that loses its browser finds its last words.
exec "$CASHBOX_CHROMIUM" "$@" 2>"$CASHBOX_CHROMIUM_LOG"
