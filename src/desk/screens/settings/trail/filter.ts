/** What the trail is asked for. */
import { signal } from '@preact/signals'
import { zone } from '../../../base/me.ts'
import { dayBegins } from '../../../base/time/wall-time.ts'
import type { AuditEvent } from '../../../words/trail/words.ts'

export interface Filter {
  readonly patientId?: string
  readonly memberId?: string
  readonly kind?: AuditEvent['kind']
  /** Instants in ISO 8601, from when and until when. */
  readonly from?: string
  readonly to?: string
}

/** The names of the patients in the trail that was asked for. Places hold only ids, so nobody reads names in an address. */
export const trailPatients = signal<ReadonlyMap<string, string>>(new Map())

/** Remembers what a patient is called, before the page is opened for them. */
export function nameTrailPatient(id: string, name: string): void {
  trailPatients.value = new Map(trailPatients.value).set(id, name)
}

/** What a form asks for. Days are those of the practice. */
export function filterOf(form: HTMLFormElement, patientId: string | undefined): Filter {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  const [memberId, kind, from, to] = [text('memberId'), text('kind'), text('from'), text('to')]
  return {
    ...(patientId !== undefined && { patientId }),
    ...(memberId && { memberId }),
    ...(kind && { kind: kind as AuditEvent['kind'] }),
    ...(from && { from: dayBegins(from, zone()) }),
    ...(to && { to: dayBegins(to, zone(), 1) }),
  }
}
