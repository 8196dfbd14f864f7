/* What this phone remembers between pages. A browser that keeps nothing goes without. */
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
    /* Nothing is kept here. */
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    /* Nothing is kept here. */
  }
}

export function namesRemembered() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
