/** Builds the pages beforehand, into a file beside the source. The image runs it. */
import { builtSite, builtSitePath } from '../http/site.ts'

await Bun.write(builtSitePath, await builtSite())
