declare const globalSetup: () => Promise<void>;
export default globalSetup;
