const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// The scroll lock below Mantine's dialogs makes its own style tag and looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

export function styleNonce(): string {
  return nonce;
}
