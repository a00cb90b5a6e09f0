/** By which way a code comes, and the address typed for each: going to the other way and back loses nothing. */
import { useState } from 'react';
import type { VerificationChannel } from './VerificationCodeField';

/** `channels` are those the house offers just now; the chosen one gives way while it is not among them. */
export function useVerificationChannel(channels: readonly VerificationChannel[]) {
  const [chosenChannel, chooseChannel] = useState<VerificationChannel>('email');
  const [addresses, setAddresses] = useState<Readonly<Partial<Record<VerificationChannel, string>>>>({});
  const channel = channels.find((candidate) => candidate === chosenChannel) ?? channels[0] ?? 'email';
  const setAddress = (text: string) => {
    // Who types has chosen: a way that is opened meanwhile takes nobody away from there.
    chooseChannel(channel);
    setAddresses((current) => ({ ...current, [channel]: text }));
  };
  return { way: channel, choose: chooseChannel, address: addresses[channel] ?? '', type: setAddress };
}
