/** The chosen verification channel and the typed address of each channel, so that switching loses nothing. */
import { useState } from 'react';
import type { VerificationChannel } from './VerificationCodeField';

/** `channels`: those that the site offers now; the first of them replaces a chosen one that is not offered. */
export function useVerificationChannel(channels: readonly VerificationChannel[]) {
  const [chosenChannel, chooseChannel] = useState<VerificationChannel>('email');
  const [addresses, setAddresses] = useState<Readonly<Partial<Record<VerificationChannel, string>>>>({});
  const channel = channels.find((candidate) => candidate === chosenChannel) ?? channels[0] ?? 'email';
  const setAddress = (text: string) => {
    // Typing fixes the channel, so that a channel that the site enables later does not replace it.
    chooseChannel(channel);
    setAddresses((current) => ({ ...current, [channel]: text }));
  };
  return { channel, chooseChannel, address: addresses[channel] ?? '', type: setAddress };
}
