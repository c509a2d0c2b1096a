import { Client, type QueryResultRow } from 'pg'

/** One statement in the schema of the network, as the owner of the tables. */
export async function ask<Row extends QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, options: '-c search_path=cashbox' })
  // A test that kills a server ends the connections of others.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
