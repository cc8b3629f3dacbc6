/** Builds the pages beforehand, into a file beside the source. The `Dockerfile` runs this script. */
import { builtSite, builtSitePath } from '../http/site.ts'

await Bun.write(builtSitePath, await builtSite())
