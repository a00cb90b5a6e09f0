/** WebAuthn in the browser; loaded on demand. */
import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Creates a passkey; undefined when the person or the browser declines. */
export const createPasskey = (options: unknown): Promise<object | undefined> =>
  // created by the server for this call
  startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).catch(() => undefined);

/** Requests an assertion of a passkey; undefined when the person or the browser declines. */
export const requestPasskey = (options: unknown): Promise<object | undefined> =>
  // created by the server for this call
  startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).catch(() => undefined);
