import { call } from './client.mjs'

const { list, fees } = await call('GET', '/position')
for (const { currency_code, balance, reserved, left } of list) console.log(currency_code, balance, reserved, left)
console.log(fees.length)

const statement = await call('GET', '/statement?currency_code=UZS')
for (const { deposits, withdrawals, fees, balance } of statement.list) console.log(deposits, withdrawals, fees, balance)
