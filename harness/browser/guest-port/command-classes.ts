/**
 * The possible effect of each DevTools command on a page or on its hosts. `look`: none; it reads, or sets how the
 * browser shows a page. `script`: unknown until later events show one. `act`: some effect. `refused`: the command would
 * let a guest act without the guest port.
 */
const commands = {
  look: `
    Accessibility: disable enable getPartialAXTree getFullAXTree getRootAXNode getAXNodeAndAncestors
      getChildAXNodes queryAXTree
    Ads: getAdMetrics getAdScripts
    Animation: disable enable getCurrentTime getPlaybackRate releaseAnimations resolveAnimation
    Audits: getEncodedResponse disable enable checkFormsIssues
    Autofill: setAddresses disable enable
    BackgroundService: startObserving stopObserving setRecording clearEvents
    BluetoothEmulation: enable disable
    Browser: setPermission grantPermissions resetPermissions setDownloadBehavior getVersion
      getBrowserCommandLine addMockCamera getHistograms getHistogram getWindowBounds getWindowForTarget
      setWindowBounds setContentsSize setDockTile addPrivacySandboxEnrollmentOverride getGlobalPrivacyControl
      setGlobalPrivacyControl
    CSS: collectClassNames disable enable getBackgroundColors getComputedStyleForNode resolveValues
      getLonghandProperties getInlineStylesForNode getAnimatedStylesForNode getMatchedStylesForNode
      getEnvironmentVariables getMediaQueries getPlatformFontsForNode getStyleSheetText getLayersForNode
      getLocationForSelector trackComputedStyleUpdatesForNode trackComputedStyleUpdates takeComputedStyleUpdates
      startRuleUsageTracking stopRuleUsageTracking takeCoverageDelta setLocalFontsEnabled
    CacheStorage: requestCacheNames requestCachedResponse requestEntries
    Cast: enable disable
    CrashReportContext: getEntries
    DOM: collectClassNamesFromSubtree describeNode disable discardSearchResults enable getAttributes getBoxModel
      getContentQuads getDocument getFlattenedDocument getNodesForSubtreeByStyle getNodeForLocation getOuterHTML
      getRelayoutBoundary getSearchResults hideHighlight highlightNode highlightRect markUndoableState
      performSearch pushNodeByPathToFrontend pushNodesByBackendIdsToFrontend querySelector querySelectorAll
      getTopLayerElements getElementByRelation requestChildNodes requestNode resolveNode
      setNodeStackTracesEnabled getNodeStackTraces getFileInfo getDetachedDomNodes setInspectedNode
      getFrameOwner getContainerForNode getQueryingDescendantsForContainer getAnchorElement
    DOMDebugger: getEventListeners removeDOMBreakpoint removeEventListenerBreakpoint
      removeInstrumentationBreakpoint removeXHRBreakpoint setBreakOnCSPViolation setDOMBreakpoint
      setEventListenerBreakpoint setInstrumentationBreakpoint setXHRBreakpoint
    DOMSnapshot: disable enable getSnapshot captureSnapshot
    DOMStorage: disable enable getDOMStorageItems
    DeviceAccess: enable disable
    DeviceOrientation: clearDeviceOrientationOverride setDeviceOrientationOverride
    DigitalCredentials: setVirtualWalletBehavior
    Emulation: canEmulate clearDeviceMetricsOverride clearGeolocationOverride resetPageScaleFactor
      setFocusEmulationEnabled setAutoDarkModeOverride setCPUThrottlingRate setDefaultBackgroundColorOverride
      setSafeAreaInsetsOverride setVirtualKeyboardGeometryOverride setDeviceMetricsOverride
      setDevicePostureOverride clearDevicePostureOverride setDisplayFeaturesOverride
      clearDisplayFeaturesOverride setScrollbarsHidden setEmitTouchEventsForMouse setEmulatedMedia
      setEmulatedVisionDeficiency setEmulatedOSTextScale setGeolocationOverride getOverriddenSensorInformation
      setSensorOverrideEnabled setSensorOverrideReadings setPressureSourceOverrideEnabled
      setPressureStateOverride setIdleOverride clearIdleOverride setNavigatorOverrides setPageScaleFactor
      setTouchEmulationEnabled setLocaleOverride setTimezoneOverride setVisibleSize setDisabledImageTypes
      setDataSaverOverride setHardwareConcurrencyOverride setCPUPerformanceOverride setUserAgentOverride
      setAutomationOverride setSmallViewportHeightDifferenceOverride getScreenInfos addScreen updateScreen
      removeScreen setPrimaryScreen
    EventBreakpoints: setInstrumentationBreakpoint removeInstrumentationBreakpoint disable
    Extensions: getExtensions getStorageItems
    FedCm: enable disable resetCooldown
    Fetch: disable enable failRequest continueRequest continueWithAuth continueResponse getResponseBody
      takeResponseBodyAsStream
    FileSystem: getDirectory
    HeadlessExperimental: beginFrame disable enable
    IO: close read resolveBlob
    IndexedDB: disable enable requestData getMetadata requestDatabase requestDatabaseNames
    Input: cancelDragging setIgnoreInputEvents setInterceptDrags
    Inspector: disable enable
    LayerTree: compositingReasons disable enable loadSnapshot makeSnapshot profileSnapshot releaseSnapshot
      replaySnapshot snapshotCommandLog
    Log: clear disable enable startViolationsReport stopViolationsReport
    Media: enable disable
    Memory: getDOMCounters getDOMCountersForLeakDetection prepareForLeakDetection forciblyPurgeJavaScriptMemory
      setPressureNotificationsSuppressed startSampling stopSampling getAllTimeSamplingProfile
      getBrowserSamplingProfile getSamplingProfile
    Network: canClearBrowserCache canClearBrowserCookies canEmulateNetworkConditions clearBrowserCache disable
      emulateNetworkConditions emulateNetworkConditionsByRule overrideNetworkState enable
      configureDurableMessages getAllCookies getCertificate getCookies getResponseBody getRequestPostData
      searchInResponseBody setBlockedURLs setBypassServiceWorker setCacheDisabled setExtraHTTPHeaders
      setAttachDebugStack setUserAgentOverride streamResourceContent getSecurityIsolationStatus
      enableReportingApi enableDeviceBoundSessions fetchSchemefulSite setCookieControls
    Overlay: disable enable getHighlightObjectForTest getGridHighlightObjectsForTest
      getSourceOrderHighlightObjectForTest hideHighlight highlightFrame highlightNode highlightQuad
      highlightRect highlightSourceOrder setInspectMode setShowAdHighlights setPausedInDebuggerMessage
      setShowDebugBorders setShowFPSCounter setShowGridOverlays setShowFlexOverlays setShowScrollSnapOverlays
      setShowContainerQueryOverlays setShowInspectedElementAnchor setShowPaintRects setShowLayoutShiftRegions
      setShowScrollBottleneckRects setShowHitTestBorders setShowWebVitals setShowViewportSizeOnResize
      setShowHinge setShowDisplayCutout setShowIsolatedElements setShowWindowControlsOverlay
    PWA: getOsAppState
    Page: captureScreenshot captureSnapshot clearDeviceMetricsOverride clearDeviceOrientationOverride
      clearGeolocationOverride createIsolatedWorld disable enable getAppManifest getInstallabilityErrors
      getManifestIcons getAppId getAdScriptAncestry getFrameTree getLayoutMetrics getNavigationHistory
      getResourceContent getResourceTree printToPDF removeScriptToEvaluateOnLoad
      removeScriptToEvaluateOnNewDocument screencastFrameAck searchInResource setAdBlockingEnabled setBypassCSP
      getPermissionsPolicyState getOriginTrials setDeviceMetricsOverride setDeviceOrientationOverride
      setFontFamilies setFontSizes setDownloadBehavior setGeolocationOverride setLifecycleEventsEnabled
      setTouchEmulationEnabled startScreencast startScreenRecording stopScreenRecording stopScreencast
      produceCompilationCache addCompilationCache clearCompilationCache setSPCTransactionMode
      setRPHRegistrationMode waitForDebugger setInterceptFileChooserDialog setPrerenderingAllowed
      getAnnotatedPageContent
    Performance: disable enable setTimeDomain getMetrics
    PerformanceTimeline: enable
    Preload: enable disable
    Security: disable enable setIgnoreCertificateErrors handleCertificateError setOverrideCertificateErrors
    ServiceWorker: disable enable setForceUpdateOnPageLoad
    SmartCardEmulation: enable disable
    Storage: getStorageKeyForFrame getStorageKey getCookies getUsageAndQuota overrideQuotaForOrigin
      trackCacheStorageForOrigin trackCacheStorageForStorageKey trackIndexedDBForOrigin
      trackIndexedDBForStorageKey untrackCacheStorageForOrigin untrackCacheStorageForStorageKey
      untrackIndexedDBForOrigin untrackIndexedDBForStorageKey getTrustTokens setStorageBucketTracking
      runBounceTrackingMitigations getRelatedWebsiteSets
    SystemInfo: getInfo getFeatureState getProcessInfo
    Target: attachToTarget attachToBrowserTarget createBrowserContext getBrowserContexts detachFromTarget
      getTargetInfo getTargets sendMessageToTarget setAutoAttach autoAttachRelated setDiscoverTargets
      getDevToolsTarget
    Tracing: end getCategories getTrackEventDescriptor recordClockSyncMarker requestMemoryDump start
    WebAudio: enable disable getRealtimeData
    WebAuthn: enable disable addVirtualAuthenticator setResponseOverrideBits removeVirtualAuthenticator
      getCredential getCredentials removeCredential clearCredentials setUserVerified
      setAutomaticPresenceSimulation setCredentialProperties
    WebMCP: enable disable
    Console: clearMessages disable enable
    Debugger: continueToLocation disable enable getPossibleBreakpoints getScriptSource disassembleWasmModule
      nextWasmDisassemblyChunk getWasmBytecode getStackTrace pause pauseOnAsyncCall removeBreakpoint resume
      searchInContent setAsyncCallStackDepth setBlackboxExecutionContexts setBlackboxPatterns
      setBlackboxedRanges setInstrumentationBreakpoint setBreakpointsActive setPauseOnExceptions
      setSkipAllPauses stepInto stepOut stepOver
    HeapProfiler: addInspectedHeapObject collectGarbage disable enable getHeapObjectId getObjectByHeapObjectId
      getSamplingProfile startSampling startTrackingHeapObjects stopSampling stopTrackingHeapObjects
      takeHeapSnapshot
    Profiler: disable enable getBestEffortCoverage setSamplingInterval start startPreciseCoverage stop
      stopPreciseCoverage takePreciseCoverage
    Runtime: awaitPromise disable discardConsoleEntries enable getIsolateId getHeapUsage getProperties
      globalLexicalScopeNames queryObjects releaseObject releaseObjectGroup runIfWaitingForDebugger
      setAsyncCallStackDepth setCustomObjectFormatterEnabled setMaxCallStackSizeToCapture addBinding
      removeBinding getExceptionDetails
    Schema: getDomains
  `,
  script: `
    Animation: seekAnimations setPaused setPlaybackRate setTiming
    BluetoothEmulation: setSimulatedCentralState simulatePreconnectedPeripheral simulateAdvertisement
      simulateGATTOperationResponse simulateCharacteristicOperationResponse simulateDescriptorOperationResponse
      addService removeService addCharacteristic removeCharacteristic addDescriptor removeDescriptor
      simulateGATTDisconnection
    CSS: forcePseudoState forceStartingStyle
    DOM: scrollIntoViewIfNeeded focus
    Emulation: setDocumentCookieDisabled setScriptExecutionDisabled setVirtualTimePolicy
    Page: addScriptToEvaluateOnLoad addScriptToEvaluateOnNewDocument bringToFront stopLoading
      setWebLifecycleState generateTestReport
    Target: activateTarget
    Debugger: evaluateOnCallFrame restartFrame setBreakpoint setBreakpointByUrl setBreakpointOnFunctionCall
      setReturnValue setScriptSource setVariableValue
    Runtime: callFunctionOn compileScript evaluate runScript terminateExecution
  `,
  act: `
    Autofill: trigger
    Browser: cancelDownload close crash crashGpuProcess executeBrowserCommand
    CSS: addRule createStyleSheet setEffectivePropertyValueForNode setPropertyRulePropertyName setKeyframeKey
      setMediaText setContainerQueryText setContainerQueryConditionText setSupportsText setNavigationText
      setScopeText setRuleSelector setStyleSheetText setStyleTexts
    CacheStorage: deleteCache deleteEntry
    Cast: setSinkToUse startDesktopMirroring startTabMirroring stopCasting
    DOM: copyTo moveTo redo removeAttribute removeNode setAttributeValue setAttributesAsText setFileInputFiles
      setNodeName setNodeValue setOuterHTML undo forceShowPopover forceShowInterest
    DOMStorage: clear removeDOMStorageItem setDOMStorageItem
    DeviceAccess: selectPrompt cancelPrompt
    Extensions: triggerAction uninstall removeStorageItems clearStorageItems setStorageItems
    FedCm: selectAccount clickDialogButton openUrl dismissDialog
    Fetch: fulfillRequest
    IndexedDB: clearObjectStore deleteDatabase deleteObjectStoreEntries
    Input: dispatchDragEvent dispatchKeyEvent insertText imeSetComposition dispatchMouseEvent dispatchTouchEvent
      emulateTouchFromMouseEvent synthesizePinchGesture synthesizeScrollGesture synthesizeTapGesture
    Memory: simulatePressureNotification
    Network: clearBrowserCookies deleteCookies replayXHR setCookie setCookies deleteDeviceBoundSession
      loadNetworkResource
    PWA: install uninstall launch launchFilesInApp openCurrentPageInApp changeAppUserSettings
    Page: deleteCookie resetNavigationHistory handleJavaScriptDialog navigate navigateToHistoryEntry reload
      setDocumentContent crash close
    ServiceWorker: deliverPushMessage dispatchSyncEvent dispatchPeriodicSyncEvent skipWaiting startWorker
      stopAllWorkers stopWorker unregister updateRegistration
    SmartCardEmulation: reportEstablishContextResult reportReleaseContextResult reportListReadersResult
      reportGetStatusChangeResult reportBeginTransactionResult reportPlainResult reportConnectResult
      reportDataResult reportStatusResult reportError
    Storage: clearDataForOrigin clearDataForStorageKey setCookies clearCookies clearTrustTokens
      deleteStorageBucket
    Target: closeTarget createTarget disposeBrowserContext
    WebAuthn: addCredential
    WebMCP: invokeTool cancelInvocation
  `,
  refused: `
    Extensions: loadUnpacked
    Target: exposeDevToolsProtocol setRemoteLocations openDevTools
    Tethering: bind unbind
  `,
} as const;

export type CommandClass = keyof typeof commands;

/** Each line is a domain with its commands; an indented line continues it. */
const classes = new Map<string, CommandClass>(
  Object.entries(commands).flatMap(([kind, table]) =>
    table
      .replace(/\n {6}/g, ' ')
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [domain = '', names = ''] = line.trim().split(': ');
        // `kind` is a key of the table.
        return names.split(' ').map((name) => [`${domain}.${name}`, kind as CommandClass] as const);
      }),
  ),
);

/** Null for an unknown command. */
export function knownClassOf(method: string): CommandClass | null {
  return classes.get(method) ?? null;
}
