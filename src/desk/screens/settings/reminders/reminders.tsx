import { Read, useRead } from '../../../parts/read.tsx'
import { readReminders } from '../parts/practice-record.ts'
import { Channels } from './channels.tsx'
import { TellBooked } from './tell-booked.tsx'
import { Times } from './times.tsx'

/** The settings for how and when reminders are sent. */
export function RemindersPage() {
  return (
    <Read from={useRead(readReminders, ['practice'])}>
      {() => (
        <>
          <Channels />
          <Times />
          <TellBooked />
        </>
      )}
    </Read>
  )
}
