/** The languages in which members can work (BCP 47). */
export const deskLanguages = ['en', 'de'] as const
