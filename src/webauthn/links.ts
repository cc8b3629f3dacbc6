/** The address of the page that opens an enrolment link. The secret is in the fragment: no server or log sees it. */
export const enrolmentUrl = (origin: string, secret: string): string => `${origin}/enrol#${secret}`
/** The address of the page that opens a setup link. The secret is in the fragment: no server or log sees it. */
export const setupUrl = (origin: string, secret: string): string => `${origin}/setup#${secret}`
