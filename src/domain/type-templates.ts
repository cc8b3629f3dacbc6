/** The types of appointments that a new practice begins with (RULES §30). The practice can change them. */
import type { InLanguages } from './appointment-type.ts'
import type { PackName } from './pack.ts'

/** A type of appointment before it belongs to a practice. */
export interface TypeTemplate {
  readonly name: string
  readonly patientName: InLanguages
  readonly durationMinutes: number
  readonly color: string
  readonly recallMonths: number | null
}

const template = (
  name: string,
  de: string,
  durationMinutes: number,
  color: string,
  recallMonths: number | null = null,
): TypeTemplate => ({ name, patientName: { en: name, de }, durationMinutes, color, recallMonths })

/** The templates for a new practice, by its pack. */
export const typeTemplates: Readonly<Record<PackName, readonly TypeTemplate[]>> = {
  general: [
    template('First visit', 'Erstbesuch', 30, '#0ea5e9'),
    template('Visit', 'Termin', 20, '#22c55e'),
    template('Long visit', 'Langer Termin', 40, '#a855f7'),
  ],
  dental: [
    template('Check-up', 'Kontrolle', 30, '#22c55e', 6),
    template('Cleaning', 'Zahnreinigung', 45, '#0ea5e9', 6),
    template('Filling', 'Füllung', 60, '#f59e0b'),
    template('Root canal', 'Wurzelbehandlung', 90, '#ef4444'),
    template('X-ray', 'Röntgen', 15, '#a855f7'),
    template('Consultation', 'Beratung', 30, '#94a3b8'),
  ],
  physio: [
    template('First assessment', 'Erstbefund', 45, '#0ea5e9'),
    template('Treatment', 'Behandlung', 30, '#22c55e'),
    template('Manual therapy', 'Manuelle Therapie', 30, '#14b8a6'),
    template('Long treatment', 'Doppelbehandlung', 60, '#a855f7'),
  ],
}
