import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { patienceMs } from '../support/until.ts'

/** The headless shell comes first: it has no windows, so it needs less of the processor. */
const places = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
].map((name) => `/usr/bin/${name}`)

/** The path of Chromium: `CHROMIUM`, or where the packages of usual systems put it. Undefined where there is none. */
export const chromiumPath: string | undefined =
  process.env.CHROMIUM || places.find((path) => existsSync(path))

/**
 * What Chromium need not do in a test. The last two draw the address bar of each window as a page of its own, which takes
 * half of a second. The others are what Playwright turns off, because this list replaces its own.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath!,
    // Without a locale, Chromium gives no file a name with other letters than those of ASCII.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${withoutFeatures.join(',')}`,
    ],
  })

/** The passkeys of a device, to be moved to another device. */
export type Passkeys = Awaited<ReturnType<Device['takeOut']>>

/** A virtual authenticator, which makes and uses passkeys. It agrees at once, unless `recognizes(false)` was called. */
export class Device {
  readonly #session: CDPSession
  readonly #authenticatorId: string

  private constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session
    this.#authenticatorId = authenticatorId
  }

  /** Gives a page a device without passkeys. */
  static async of(page: Page): Promise<Device> {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return new Device(session, authenticatorId)
  }

  /** Decides whether the device recognizes its user from now on, as by a fingerprint. */
  async recognizes(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { ...this.#id, isUserVerified })
  }

  /** Removes all passkeys from the device and answers them. */
  async takeOut() {
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', this.#id)
    await this.#session.send('WebAuthn.clearCredentials', this.#id)
    return credentials
  }

  async putIn(passkeys: Passkeys): Promise<void> {
    for (const credential of passkeys)
      await this.#session.send('WebAuthn.addCredential', { ...this.#id, credential })
  }

  get #id() {
    return { authenticatorId: this.#authenticatorId }
  }
}

type CDPSession = Awaited<ReturnType<BrowserContext['newCDPSession']>>

/** One person's browser: a profile of its own, with a page and a device. */
export interface Person extends AsyncDisposable {
  readonly page: Page
  readonly device: Device
  /**
   * What went wrong in the pages so far: errors, violations of the content policy, requests to other origins, and
   * secrets in addresses. A refused request is listed as its status and path: `401 /auth/sign-in`.
   */
  readonly complaints: string[]
}

export async function person(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    // Without smooth scrolling, no test has to wait for it.
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(patienceMs)
  const complaints: string[] = []
  context.on('console', (message) => {
    const refused = /status of (\d+)/.exec(message.text())?.[1]
    if (refused) complaints.push(`${refused} ${new URL(message.location().url).pathname}`)
    else if (message.type() === 'error') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error()}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== 'data:') complaints.push(`elsewhere: ${url}`)
    if (/c[kls]_/.test(url.pathname + url.search)) complaints.push(`a secret in an address: ${url}`)
  })
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`the policy forbids ${event.violatedDirective} ${event.blockedURI}`),
    ),
  )
  const page = await context.newPage()
  const device = await Device.of(page)
  const leave = async () => {
    // An answer that a test still holds back or delays cannot be given any more. That is no mistake.
    for (const open of context.pages()) await open.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
  return { page, device, complaints, [Symbol.asyncDispose]: leave }
}
