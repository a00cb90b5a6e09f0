declare const globalTeardown: () => Promise<void>;
export default globalTeardown;
