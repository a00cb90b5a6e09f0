/** Whether the gateway serves an interface that staff put online. */

/** Entities whose rows decide which interfaces the gateway serves. */
export const GATEWAY_ENTITIES: ReadonlySet<string> = new Set([
  ...['app', 'app_plugin_version_api', 'plugin_version_api', 'api_definition', 'enterprise'],
]);

/** Paths that a call can have: segments of unreserved characters, none of which begins with a dot. */
export const isCallablePath = (path: string): boolean => /^(?:\/[\w~-][\w.~-]*)+$/.test(path);

/**
 * Why the gateway does not serve an interface: the state of the interface or of one of its parents, a newer interface with the same address, an address or
 * class that no call can have, or an app without an upstream.
 */
export const UNREACHABLE_REASONS = [
  ...(['disabled', 'app_off', 'app_deleted', 'enterprise_off', 'enterprise_deleted', 'version_off'] as const),
  ...(['version_offline', 'version_deleted', 'definition_off', 'definition_deleted', 'address_taken'] as const),
  ...(['address_invalid', 'class_invalid', 'no_upstream'] as const),
] as const;
export type UnreachableReason = (typeof UNREACHABLE_REASONS)[number];

/** A note about an interface that the gateway serves: the catalog no longer shows its plugin. */
export const PLUGIN_HIDDEN = 'plugin_hidden';

/** Interfaces of one request. */
export const MAX_REACHABILITY_IDS = 100;

/** Parses the reason of a response; undefined for an interface that the gateway serves. */
export const parseUnreachableReason = (value: unknown): UnreachableReason | undefined =>
  UNREACHABLE_REASONS.find((reason) => reason === value);
