import type { Logger } from 'pino'
import type { ProviderChange } from '../jobs/provider-watch.ts'

const providers: Readonly<Record<ProviderChange['channel'], string>> = {
  email: 'mail server',
  sms: 'gateway for text messages',
}

/** Notes in the log that a provider cannot be reached, and that it can be reached again. */
export const tellOfProvider =
  (log: Pick<Logger, 'warn' | 'info'>) =>
  (change: ProviderChange): void => {
    const { channel } = change
    const provider = providers[channel]
    if (change.is === 'away')
      log.warn(
        { channel, error: change.error },
        `the ${provider} cannot be reached or does not let us in: reminders wait and are tried again about every ten minutes. Check the ${provider}, its settings here and the network`,
      )
    else
      log.info(
        { channel, awaySeconds: Math.round(change.awayMs / 1000) },
        `the ${provider} is back: the reminders that waited go out`,
      )
  }
