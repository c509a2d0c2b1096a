import { createTransport } from 'nodemailer'

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

/** Connects and logs in as the mailer would, and sends no letter. */
export async function connectToMail(smtpUrl: string): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
