export { homePage, type SandboxAccount, type SandboxAddress } from './home/home-page.ts'
export { mailPages } from './mail/mail-pages.ts'
export { type MailInbox, startMailInbox } from './mail/start-mail-inbox.ts'
export { stylesheet } from './page/layout.ts'
