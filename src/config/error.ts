/** A setting that cannot be used. The message names the setting and says in one line what it must be. */
export class ConfigError extends Error {}
