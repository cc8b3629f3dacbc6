import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { patienceMs } from '../support/until.ts'

/** The headless shell is first. It has no windows, so it needs less processor time. */
const places = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
].map((name) => `/usr/bin/${name}`)

/**
 * The path of Chromium: `CHROMIUM`, or the path in the packages of usual systems. Undefined when there is no Chromium.
 */
export const chromiumPath: string | undefined =
  process.env.CHROMIUM || places.find((path) => existsSync(path))

/**
 * The features of Chromium that tests do not need. The last two draw the address bar of each window as a separate page,
 * which takes half a second. Playwright turns the others off, and this list replaces the list of Playwright.
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
    // Without a UTF-8 locale, Chromium uses only ASCII letters in the names of files.
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

/** The passkeys of a device, which can be moved to another device. */
export type Passkeys = Awaited<ReturnType<Device['takeOut']>>

/**
 * A virtual authenticator, which makes and uses passkeys. It confirms at once, unless `recognizes(false)` was called.
 */
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

  /** Decides whether the device recognizes its user from now on, as with a fingerprint. */
  async recognizes(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { ...this.#id, isUserVerified })
  }

  /** Removes all passkeys from the device. Returns the passkeys. */
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

/** One person's browser: a new profile, with a page and a device. */
export interface Person extends AsyncDisposable {
  readonly page: Page
  readonly device: Device
  /**
   * The faults of the pages so far: errors, violations of the content security policy, requests to other origins, and
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
    // A test may still hold back an answer, which the page cannot get any more. Such errors are ignored.
    for (const open of context.pages()) await open.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
  return { page, device, complaints, [Symbol.asyncDispose]: leave }
}
