/* What this phone remembers between pages, if its browser allows it. */
export function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    /* The browser stores nothing. */
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    /* The browser stores nothing. */
  }
}

export function namesRemembered() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
