/** The browser's side of passkeys; it arrives when somebody uses one. */
import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Makes a passkey; undefined when the person or the browser would not. */
export const createPasskey = (options: unknown): Promise<object | undefined> =>
  // the server made them for this very call
  startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).catch(() => undefined);

/** Asks for one of the person's passkeys; undefined when the person or the browser would not. */
export const requestPasskey = (options: unknown): Promise<object | undefined> =>
  // the server made them for this very call
  startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).catch(() => undefined);
